// numbers, currencies, plural rules, relative time, lists
console.log(new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(1234.5), new Intl.NumberFormat("de-DE").format(1234567.891), (0.256).toLocaleString("en-US", { style: "percent" }), (1234.5).toLocaleString("en-US"), new Intl.NumberFormat("en-US", { notation: "compact" }).format(15300));
console.log(new Intl.PluralRules("en-US", { type: "ordinal" }).select(22), new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(-1, "day"), new Intl.ListFormat("en-US", { type: "conjunction" }).format(["a", "b", "c"]));
// ---
// dates in zones, collation, parts
const d = new Date(Date.UTC(2024, 2, 10, 15, 30));
console.log(new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "Asia/Tokyo" }).format(d), new Intl.DateTimeFormat("de-DE", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" }).format(d), d.toLocaleDateString("en-US", { month: "short", day: "numeric" }));
console.log(["ä", "a", "z"].sort(new Intl.Collator("de-DE").compare), ["file10", "file2"].sort(new Intl.Collator("en-US", { numeric: true }).compare), new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" }).formatToParts(5).map((p) => p.type), new Intl.DateTimeFormat("en-US", { timeZone: "UTC" }).resolvedOptions().timeZone);
try { new Intl.NumberFormat("en-US", { style: "currency" }); } catch (error) { console.log(error.name); } try { new Intl.DateTimeFormat("en-US", { timeZone: "Nowhere/None" }); } catch (error) { console.log(error.name); }

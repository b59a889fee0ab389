/**
 * Intl.Locale: a language tag in canonical form and its parts, through the host's own on the tag.
 * The record's field 0 is the tag. https://tc39.es/ecma402/#locale-objects
 */
import { RecordData } from "../values/internal-slots.js";
import { type GuestObject, isObject, Kind, type Value } from "../values/object.js";
import type { Vm } from "../vm.js";
import { constant, type Family, getter, method } from "./define.js";
import { formatting, hostOptions, listOf } from "./locale.js";

const BRAND = "Intl.Locale";

/** Code units of the longest tag taken. */
const MAX_TAG = 256;

const PARTS = [
  "baseName",
  "calendar",
  "caseFirst",
  "collation",
  "hourCycle",
  "language",
  "numberingSystem",
  "numeric",
  "region",
  "script",
] as const;

function newLocale(vm: Vm, proto: GuestObject, tag: string): GuestObject {
  vm.allocate(32 + tag.length);
  return vm.newExotic(proto, Kind.Record, new RecordData(BRAND, [tag]));
}

/** The tag of a locale object. Throws TypeError for anything else. */
function tagOf(vm: Vm, self: Value, member: string): string {
  if (isObject(self) && self.kind === Kind.Record && (self.data as RecordData).brand === BRAND) {
    return (self.data as RecordData).fields[0] as string;
  }
  return vm.throwType(`Method Intl.Locale.prototype.${member} called on incompatible receiver ${vm.describe(self)}`);
}

function hostLocale(vm: Vm, tag: string): Intl.Locale {
  vm.charge(100);
  vm.allocate(32 + tag.length);
  return new Intl.Locale(tag);
}

const changed = (name: "maximize" | "minimize") =>
  method(name, 0, (vm, self) => {
    const locale = hostLocale(vm, tagOf(vm, self, name));
    return newLocale(vm, vm.realm.object("LocalePrototype"), locale[name]().toString());
  });

export const localeObjectFamily: Family = {
  intrinsics: [
    {
      name: "LocalePrototype",
      rows: [
        ...PARTS.map((name) => getter(name, (vm, self) => hostLocale(vm, tagOf(vm, self, name))[name])),
        changed("maximize"),
        changed("minimize"),
        method("toString", 0, (vm, self) => tagOf(vm, self, "toString")),
        constant("@@toStringTag", BRAND),
      ],
    },
  ],
  constructors: [{ name: "Locale" }],
  operations: [
    {
      /** A locale object of a tag and the options that change it. */
      name: "newLocale",
      call: (vm, proto, tag, pairs) => {
        if ((tag as string).length > MAX_TAG) return vm.throwRange("Incorrect locale information provided");
        vm.charge(100);
        const options = hostOptions(listOf(pairs));
        const locale = formatting(vm, () => new Intl.Locale(tag as string, options));
        return newLocale(vm, proto as GuestObject, locale.toString());
      },
    },
  ],
};

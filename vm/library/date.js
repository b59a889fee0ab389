// Date: the constructor, and members whose arguments are objects to convert.
// https://tc39.es/ecma262/#sec-date-objects

const constructors = {
  Date(year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined) return $dateText($dateNow());
    const count = $argc();
    let time;
    if (count === 0) time = $dateNow();
    else if (count === 1) {
      if ($kindOf(year) === "Date") time = $thisTime(year);
      else {
        const value = toPrimitive(year, "default");
        time = typeof value === "string" ? $dateParse(value) : toNumber(value);
      }
    } else {
      const given = [year, month, date, hours, minutes, seconds, ms];
      time = $dateFromLocalParts(dateNumbers(given, count < 7 ? count : 7));
    }
    return $newDate(time, prototypeFor(new.target, $DatePrototype));
  },
};

const DatePrototype = {
  toJSON(key) {
    const object = toObject(this);
    const time = toPrimitive(object, "number");
    if (typeof time === "number" && time - time !== 0) return null;
    return object.toISOString();
  },

  [Symbol.toPrimitive](hint) {
    if (!$isObject(this)) {
      throw new TypeError("Method Date.prototype [ @@toPrimitive ] called on incompatible receiver " + $describe(this));
    }
    if (hint !== "string" && hint !== "default" && hint !== "number") {
      throw new TypeError("Invalid hint: " + (typeof hint === "string" ? hint : $describe(hint)));
    }
    return ordinaryToPrimitive(this, hint !== "number");
  },
};

function dateNumbers(values, count) {
  const numbers = $newList();
  for (let i = 0; i < count; i++) $arrayAppend(numbers, toNumber(values[i]));
  return numbers;
}

function dateUtc(...values) {
  return $timeClip($dateFromParts(dateNumbers(values, values.length < 7 ? values.length : 7)));
}

// The setters of date and clock fields: the time value is read before the arguments are converted.
function dateSet(...values) {
  const start = $thisTime(this);
  const name = $functionName($callee());
  const most = $dateSetterCount(name);
  const numbers = dateNumbers(values, values.length < most ? values.length : most);
  return $dateApplySetter(this, start, name, numbers);
}

function dateSetTime(value) {
  $thisTime(this);
  return $dateApplyTime(this, toNumber(value));
}

function dateSetYear(value) {
  const start = $thisTime(this);
  return $dateApplyYear(this, start, toNumber(value));
}

function dateToLocaleText(locales, options) {
  const time = $thisTime(this);
  const name = $functionName($callee());
  const kind = name === "toLocaleString" ? "any" : name === "toLocaleDateString" ? "date" : "time";
  return $dateToLocale(time, kind, localeTags(locales), optionList(options, "DateTimeFormat"));
}

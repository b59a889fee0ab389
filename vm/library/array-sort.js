// Sorting by a comparator, which is guest code, and in the default order where natives give up. The
// order of ties is that of the elements before. Typed arrays sort with the same routines.
// https://tc39.es/ecma262/#sec-array.prototype.sort

function compareWith(comparator, x, y) {
  return +$call(comparator, undefined, x, y);
}

// Sorts list[low] to list[high - 1]: finds the ascending or descending run at the start, then inserts
// the rest by binary search. V8 sorts short arrays with the same comparisons in the same order, so
// that inconsistent comparators, such as a difference that is NaN, give the same result.
function sortRun(list, low, high, comparator) {
  if (high - low < 2) return;
  let start = low + 2;
  const isDescending = compareWith(comparator, list[low + 1], list[low]) < 0;
  while (start < high && compareWith(comparator, list[start], list[start - 1]) < 0 === isDescending) start++;
  if (isDescending) {
    for (let i = low, j = start - 1; i < j; i++, j--) {
      const swap = list[i];
      list[i] = list[j];
      list[j] = swap;
    }
  }
  for (; start < high; start++) {
    const pivot = list[start];
    let left = low;
    let right = start;
    while (left < right) {
      const middle = (left + right) >> 1;
      if (+$call(comparator, undefined, pivot, list[middle]) < 0) right = middle;
      else left = middle + 1;
    }
    for (let i = start; i > left; i--) list[i] = list[i - 1];
    list[left] = pivot;
  }
}

// Stable sort of a list: one run when it is short, else runs that are merged. Returns the list that
// holds the result.
function mergeSort(list, comparator) {
  const count = list.length;
  if (count < 64) {
    sortRun(list, 0, count, comparator);
    return list;
  }
  for (let low = 0; low < count; low += 16) sortRun(list, low, low + 16 < count ? low + 16 : count, comparator);
  let from = list;
  let to = $copyList(list);
  for (let width = 16; width < count; width *= 2) {
    for (let left = 0; left < count; left += 2 * width) {
      const middle = left + width < count ? left + width : count;
      const right = left + 2 * width < count ? left + 2 * width : count;
      let i = left;
      let j = middle;
      let k = left;
      while (i < middle && j < right) {
        if (+$call(comparator, undefined, from[j], from[i]) < 0) to[k++] = from[j++];
        else to[k++] = from[i++];
      }
      while (i < middle) to[k++] = from[i++];
      while (j < right) to[k++] = from[j++];
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

// SortIndexedProperties on a list that was read already: undefined goes last.
function sortList(list, comparator) {
  const items = $newList();
  let undefinedCount = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === undefined) undefinedCount++;
    else $arrayAppend(items, list[i]);
  }
  let sorted = items;
  if (comparator !== undefined) sorted = mergeSort(items, comparator);
  else if (!$sortPrimitives(items)) {
    const keys = $newList();
    for (let i = 0; i < items.length; i++) $arrayAppend(keys, toString(items[i]));
    $sortByKeys(items, keys);
  }
  for (; undefinedCount > 0; undefinedCount--) $arrayAppend(sorted, undefined);
  return sorted;
}

function checkComparator(comparator) {
  if (comparator !== undefined && !$isCallable(comparator)) {
    throw new TypeError("The comparison function must be either a function or undefined");
  }
}

function arraySort(comparator) {
  checkComparator(comparator);
  const object = toObject(this);
  const length = lengthOf(object);
  const list = $newList();
  for (let k = 0; k < length; k++) if (k in object) $arrayAppend(list, object[k]);
  const sorted = sortList(list, comparator);
  const count = sorted.length;
  for (let k = 0; k < count; k++) object[k] = sorted[k];
  for (let k = count; k < length; k++) delete object[k];
  return object;
}

function arrayToSorted(comparator) {
  checkComparator(comparator);
  const object = toObject(this);
  const length = lengthOf(object);
  if (length > 4294967295) throw new RangeError("Invalid array length");
  const list = $newList();
  for (let k = 0; k < length; k++) $arrayAppend(list, object[k]);
  return sortList(list, comparator);
}

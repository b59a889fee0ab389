// Sorting by a comparator, which is guest code, and in the default order where natives give up. The
// order of ties is that of the elements before. Typed arrays sort with the same routines.
// https://tc39.es/ecma262/#sec-array.prototype.sort

// Stable merge sort of a list with a comparator: insertion into runs of eight, then merges.
// Returns the list that holds the result.
function mergeSort(list, comparator) {
  const count = list.length;
  for (let start = 0; start < count; start += 8) {
    const end = start + 8 < count ? start + 8 : count;
    for (let i = start + 1; i < end; i++) {
      const value = list[i];
      let j = i - 1;
      while (j >= start) {
        const order = +$call(comparator, undefined, list[j], value);
        if (!(order > 0)) break;
        list[j + 1] = list[j];
        j--;
      }
      list[j + 1] = value;
    }
  }
  let from = list;
  if (count <= 8) return from;
  let to = $copyList(list);
  for (let width = 8; width < count; width *= 2) {
    for (let left = 0; left < count; left += 2 * width) {
      const middle = left + width < count ? left + width : count;
      const right = left + 2 * width < count ? left + 2 * width : count;
      let i = left;
      let j = middle;
      let k = left;
      while (i < middle && j < right) {
        const order = +$call(comparator, undefined, from[i], from[j]);
        if (order > 0) to[k++] = from[j++];
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

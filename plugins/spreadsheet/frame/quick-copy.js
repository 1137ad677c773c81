// luckysheet copies the whole sheet before each change: in a worker, which is not available in this frame, or with
// jQuery, which is slow for a large one. A sheet consists of rows of cells with fields of one level.
{
  const extend = jQuery.extend
  const copyOf = (cell) =>
    typeof cell === 'object' && cell !== null
      ? { ...cell, ...(cell.ct && { ct: extend(true, {}, cell.ct) }), ...(cell.mc && { mc: { ...cell.mc } }) }
      : cell
  const isSheet = (deep, target, source) =>
    deep === true && Array.isArray(target) && target.length === 0 && Array.isArray(source) && Array.isArray(source[0])
  jQuery.extend = function (...given) {
    const [deep, target, source] = given
    if (given.length !== 3 || !isSheet(deep, target, source)) return extend.apply(this, given)
    for (const row of source) target.push(Array.isArray(row) ? row.map(copyOf) : row)
    return target
  }
  /** Never answers, so that the sheet is copied only when a copy is needed. */
  window.Worker = class {
    postMessage() {}
    terminate() {}
  }
}

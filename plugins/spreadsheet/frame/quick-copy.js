// luckysheet copies the whole sheet before each change: in a worker, which this frame has none of, or by jQuery, which
// takes long for a large one. A sheet is rows of cells whose fields are known to lie one level deep.
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
  /** Never answers, so that the sheet is copied when a copy is needed. */
  window.Worker = class {
    postMessage() {}
    terminate() {}
  }
}

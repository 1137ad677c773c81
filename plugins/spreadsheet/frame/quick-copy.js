// luckysheet copies the whole sheet before each change: in a worker, which is not available in this frame, or with
// jQuery, which is slow for a large one. A sheet consists of rows of cells with fields of one level.
{
  const extend = jQuery.extend
  const copyOf = (cell) => {
    if (typeof cell !== 'object' || cell === null) return cell
    const copy = { ...cell }
    // Only a text with several styles has fields of fields.
    if (copy.ct) copy.ct = Array.isArray(copy.ct.s) ? extend(true, {}, copy.ct) : { ...copy.ct }
    if (copy.mc) copy.mc = { ...copy.mc }
    return copy
  }
  const isSheet = (deep, target, source) =>
    deep === true && Array.isArray(target) && target.length === 0 && Array.isArray(source) && Array.isArray(source[0])
  jQuery.extend = function (...given) {
    const [deep, target, source] = given
    if (given.length !== 3 || !isSheet(deep, target, source)) return extend.apply(this, given)
    for (const row of source) target.push(Array.isArray(row) ? row.map(copyOf) : row)
    return target
  }
  // Typing changes one row, so only that row is copied. The other rows are shared with the state before; after Undo,
  // luckysheet calculates their formulas again.
  window.withCopiedRow = (rows, changed) => rows.map((row, at) => (at === changed ? row.map(copyOf) : row))
  /** Never answers, so that the sheet is copied only when a copy is needed. */
  window.Worker = class {
    postMessage() {}
    terminate() {}
  }
}

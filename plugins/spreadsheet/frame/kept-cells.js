// What a cell was when it was reported last.
{
  // Both are called for each cell of the sheet after each change, so their fields are written out: a loop over their names
  // took many times as long.
  window.keptCell = {
    of: ({ f, v, bl, it, un, cl, tb, fc, bg, fs, ff, ht, vt, bd, o, ct }, formatOf) => ({
      ...{ f, v, bl, it, un, cl, tb, fc, bg, fs, ff, ht, vt, bd, o, fa: ct?.fa, s: ct?.s },
      format: f ? formatOf({ f, ct }, f) : '',
    }),
    isSame(kept, cell, formatOf) {
      const { ct } = cell
      return (
        // The result of a formula is not a change of its cell.
        (kept.v === cell.v || Boolean(cell.f)) &&
        kept.f === cell.f &&
        kept.o === cell.o &&
        kept.bl === cell.bl &&
        kept.it === cell.it &&
        kept.un === cell.un &&
        kept.cl === cell.cl &&
        kept.tb === cell.tb &&
        kept.fc === cell.fc &&
        kept.bg === cell.bg &&
        kept.fs === cell.fs &&
        kept.ff === cell.ff &&
        kept.ht === cell.ht &&
        kept.vt === cell.vt &&
        kept.bd === cell.bd &&
        kept.s === ct?.s &&
        (kept.fa === ct?.fa || (Boolean(cell.f) && kept.format === formatOf(cell, cell.f)))
      )
    },
  }
}

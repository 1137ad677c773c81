// luckysheet built a graph of all cells of all ranges after each change, several times over for shared ones, and
// calculated formulas out of order where their dependencies cross. This finds the affected formulas, each once, after
// those it depends on. Called by luckysheet, through `luckysheet-patches.ts`.
{
  /** Of one result, as in `SHEET_LIMITS`; and of all results of one change. */
  const MOST_LETTERS = 32_767
  const MOST_LETTERS_OF_ALL = 10_000_000
  /** How long the sheet may stand still for the formulas of one changed cell. */
  const LONGEST_MS = 3_000

  // ---- The areas that a formula reads

  let kept = new Map()
  let keptFor = ''
  /** Areas depend on the names and sizes of sheets. */
  window.areasBegun = (sheets) => {
    const state = JSON.stringify(sheets.map(({ index, name, data }) => [index, name, data?.length, data?.[0]?.length]))
    if (state !== keptFor) kept = new Map()
    keptFor = state
  }
  window.keptAreas = (sheet, formula) => kept.get(`${sheet} ${formula}`)
  window.keepAreas = (sheet, formula, areas, isFixed) => {
    if (isFixed) kept.set(`${sheet} ${formula}`, areas)
    return areas
  }

  // ---- The formulas to calculate

  /** Cells by sheet and column, to look an area up without going through its cells. */
  class Cells {
    #bySheet = new Map()
    add(sheet, row, column, value) {
      const id = String(sheet)
      const columns = this.#bySheet.get(id) ?? new Map()
      this.#bySheet.set(id, columns)
      const rows = columns.get(column) ?? []
      columns.set(column, rows)
      rows.push({ row, value })
    }
    sort() {
      for (const columns of this.#bySheet.values())
        for (const rows of columns.values()) rows.sort((one, other) => one.row - other.row)
    }
    /** The values within an area, which may end beyond the last column. */
    *within({ sheetIndex, row: [top, bottom], column: [left, right] }) {
      const columns = this.#bySheet.get(String(sheetIndex)) ?? new Map()
      const isNarrow = right - left < columns.size
      const wanted = isNarrow ? Array.from({ length: right - left + 1 }, (_, at) => left + at) : columns.keys()
      for (const column of wanted) {
        if (!(column >= left && column <= right)) continue
        const rows = columns.get(column) ?? []
        for (let at = firstFrom(rows, top); at < rows.length && rows[at].row <= bottom; at += 1) yield rows[at].value
      }
    }
  }
  function firstFrom(rows, row) {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows[middle].row < row) low = middle + 1
      else high = middle
    }
    return low
  }

  let began = 0
  let lettersLeft = MOST_LETTERS_OF_ALL
  const isLate = () => performance.now() - began > LONGEST_MS

  /** `formulas` and `changed` have names such as `r1c2igiven-0`. */
  window.formulasInOrder = (formulas, changed, isForced) => {
    began = performance.now()
    lettersLeft = MOST_LETTERS_OF_ALL
    const items = Object.values(formulas)
    const [changes, others] = [new Cells(), new Cells()]
    let hasChanges = false
    for (const key of Object.keys(changed)) {
      const [, row, column, sheet] = /^r(\d+)c(\d+)i(.*)$/s.exec(key) ?? []
      if (row === undefined) continue
      hasChanges = true
      changes.add(sheet, Number(row), Number(column), true)
    }
    for (const item of items) others.add(item.index, item.r, item.c, item)
    changes.sort()
    others.sort()
    const ordered = []
    const isChanged = (area) => !changes.within(area).next().done
    const seen = new Set()
    /** Areas whose formulas are all in order, and whether one of them is affected. */
    const known = new Map()
    /** The formulas that come before one; those of a circle do not wait for each other. */
    function* before(item) {
      for (const area of item.formulaArray) {
        const name = `${area.sheetIndex} ${area.row} ${area.column}`
        let isAffected = known.get(name)
        if (isAffected === undefined) {
          isAffected = false
          let isSettled = true
          for (const other of others.within(area)) {
            if (!seen.has(other)) yield other
            isAffected ||= other.isAffected
            isSettled &&= other.isSettled
          }
          if (isSettled) known.set(name, isAffected)
        }
        item.isAffected ||= isAffected
      }
    }
    const open = []
    const begin = (item) => {
      seen.add(item)
      item.isSettled = false
      item.isAffected = isForced || item.formulaArray.some(isChanged)
      open.push([item, before(item)])
    }
    for (const first of hasChanges || isForced ? items : []) {
      if (!seen.has(first)) begin(first)
      while (open.length > 0) {
        const [item, waitingFor] = open.at(-1)
        const { value: other } = waitingFor.next()
        if (other) begin(other)
        else {
          open.pop()
          item.isSettled = true
          if (item.isAffected) ordered.push(item)
        }
        if (isLate()) return tellLate(ordered)
      }
    }
    return ordered
  }

  /** Whether there is time for the next formula of a list. */
  window.isInTime = (ordered, at) => {
    if (at >= ordered.length) return false
    if (!isLate()) return true
    tellLate(ordered)
    return false
  }
  function tellLate(ordered) {
    dispatchEvent(new Event('formulaslate'))
    return ordered
  }

  /** Each formula may double the text of the one above it. */
  window.boundedResult = (result) => {
    const [, value] = result
    if (typeof value !== 'string') return result
    lettersLeft -= Math.min(value.length, MOST_LETTERS)
    if (value.length > MOST_LETTERS) result[1] = value.slice(0, MOST_LETTERS)
    if (lettersLeft < 0) result[1] = '#VALUE!'
    return result
  }
}

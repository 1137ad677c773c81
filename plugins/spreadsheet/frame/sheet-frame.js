// Runs in the frame together with luckysheet: shows the sheets it is given, and reports changes to the page around it.
{
  const PATTERNS = {
    number: '#,##0.00',
    percent: '0.##########"%"',
    rmb: '"￥"#,##0.00',
    usd: '"$"#,##0.00',
    eur: '"€"#,##0.00',
  }
  const ALIGNS = { center: '0', left: '1', right: '2' }
  const VERTICALS = { middle: '0', top: '1', bottom: '2' }
  const PERCENT = /^0(?:\.0+)?%$/
  const nameOf = (words, value) => Object.keys(words).find((word) => words[word] === String(value)) ?? ''

  // ---- Input of luckysheet

  const isPlainNumber = (text) => /^-?\d/.test(text) && String(Number(text)) === text && text.length < 12
  /** Looks like a number, but would be changed by the conversion. */
  const isNumberLike = (text) => /^[-+]?[\d.]/.test(text) && Number.isFinite(Number(text)) && !isPlainNumber(text)

  function gridCell({ text, value, shown, style, origin }) {
    const cell = { o: origin }
    if (style.isBold) cell.bl = 1
    if (style.isItalic) cell.it = 1
    if (style.isUnderlined) cell.un = 1
    if (style.isStruck) cell.cl = 1
    if (style.wraps) cell.tb = '2'
    if (style.color) cell.fc = style.color
    if (style.background) cell.bg = style.background
    if (style.fontSize) cell.fs = style.fontSize
    if (style.fontName) cell.ff = style.fontName
    if (style.align) cell.ht = ALIGNS[style.align]
    if (style.verticalAlign) cell.vt = VERTICALS[style.verticalAlign]
    // luckysheet draws them from a list of its own, and keeps this with the cell.
    if (style.borders) cell.bd = style.borders
    const pattern = PATTERNS[style.format] ?? style.format
    if (style.format === 'text' || (pattern === '' && isNumberLike(text))) cell.ct = { fa: '@', t: 's' }
    else if (pattern !== '') cell.ct = { fa: pattern, t: 'n' }
    // A number displayed as a percentage, not one typed as such.
    if (PERCENT.test(pattern)) cell.isShare = true
    if (text.startsWith('=') && text.length > 1 && style.format !== 'text') {
      cell.f = text
      cell.v = value ?? ''
      cell.m = shown
      cell.ct ??= { fa: 'General', t: typeof value === 'number' ? 'n' : 'g' }
    } else if (text !== '') {
      cell.v = text
      cell.m = shown
    }
    return cell
  }

  /** luckysheet treats names as HTML, so it gets others; these are the true ones, as long as nobody changes them. */
  const trueNames = new Map()
  const ALIKE = { '<': '‹', '>': '›', '&': '＆', '"': '”', "'": '’', '`': '‘' }
  function harmlessName(name) {
    const harmless = name.replaceAll(/[<>&"'`]/g, (sign) => ALIKE[sign])
    trueNames.set(harmless, name)
    return harmless
  }

  const numbered = (places) => Object.fromEntries(places.map((place) => [place, 0]))

  function gridSheet(sheet, at, opened) {
    const index = `given-${at}`
    const merge = {}
    const celldata = sheet.cells.map((given) => ({ r: given.row, c: given.column, v: gridCell(given) }))
    const byPlace = new Map(celldata.map((each) => [`${each.r}_${each.c}`, each]))
    for (const { top, left, bottom, right } of sheet.merges) {
      const area = { r: top, c: left, rs: bottom - top + 1, cs: right - left + 1 }
      merge[`${top}_${left}`] = area
      for (let r = top; r <= bottom; r += 1)
        for (let c = left; c <= right; c += 1) {
          let each = byPlace.get(`${r}_${c}`)
          if (!each) celldata.push((each = { r, c, v: {} }))
          each.v.mc = r === top && c === left ? area : { r: top, c: left }
        }
    }
    const borderInfo = drawnBorders(sheet.cells)
    return {
      name: harmlessName(sheet.name),
      index,
      order: at,
      status: at === opened ? 1 : 0,
      hide: sheet.hidden.isSheet && at !== opened ? 1 : 0,
      row: sheet.rowCount,
      column: sheet.columnCount,
      celldata,
      calcChain: celldata.filter(({ v }) => v.f).map(({ r, c }) => ({ r, c, index })),
      config: {
        ...(borderInfo.length > 0 && { borderInfo }),
        merge,
        rowlen: Object.fromEntries(sheet.heights),
        columnlen: Object.fromEntries(sheet.widths),
        rowhidden: numbered(sheet.hidden.rows),
        colhidden: numbered(sheet.hidden.columns),
      },
      ...frozen(sheet.frozen),
    }
  }

  function frozen({ rows, columns }) {
    if (rows === 0 && columns === 0) return {}
    const type = rows > 0 && columns > 0 ? 'rangeBoth' : rows > 0 ? 'rangeRow' : 'rangeColumn'
    return { frozen: { type, range: { row_focus: rows - 1, column_focus: columns - 1 } } }
  }

  // ---- Output of luckysheet

  /** 12% was typed, and luckysheet converted it to a number that is displayed exactly as typed. */
  function isTypedPercent(cell) {
    if (cell.isShare || cell.f || !PERCENT.test(cell.ct?.fa ?? '')) return false
    const shown = Number.parseFloat(String(cell.m)) / 100
    return Number(shown.toPrecision(15)) === Number(Number(cell.v).toPrecision(15))
  }

  function textOf(cell) {
    if (cell.f) return String(cell.f)
    const kind = cell.ct?.t
    if (kind === 'inlineStr' && Array.isArray(cell.ct.s))
      return cell.ct.s
        .map((part) => part.v ?? '')
        .join('')
        .replaceAll(/\r\n?/g, '\n')
    if (cell.v === null || cell.v === undefined) return ''
    const isAsShown = kind === 'd' || kind === 'b' || isTypedPercent(cell)
    return String(isAsShown ? (cell.m ?? cell.v) : cell.v)
  }

  function formatOf(cell, text) {
    const pattern = cell.ct?.fa ?? 'General'
    if (pattern === 'General' || cell.ct.t === 'd' || cell.ct.t === 'inlineStr' || isTypedPercent(cell)) return ''
    // A formula stays a formula.
    if (pattern === '@')
      return !cell.f && (isPlainNumber(text) || isNumberLike(text) || text.startsWith('=')) ? 'text' : ''
    return nameOf(PATTERNS, pattern) || pattern
  }

  function styleOf(cell, text) {
    const align = nameOf(ALIGNS, cell.ht)
    // Numbers are right-aligned by default, and booleans centred.
    const isUsual = (cell.ct?.t === 'n' && align === 'right') || (cell.ct?.t === 'b' && align === 'center')
    return {
      isBold: Boolean(Number(cell.bl ?? 0)),
      isItalic: Boolean(Number(cell.it ?? 0)),
      isUnderlined: Boolean(Number(cell.un ?? 0)),
      isStruck: Boolean(Number(cell.cl ?? 0)),
      wraps: String(cell.tb ?? '') === '2',
      color: String(cell.fc ?? ''),
      background: String(cell.bg ?? ''),
      align: isUsual ? '' : align,
      verticalAlign: nameOf(VERTICALS, cell.vt),
      fontSize: cell.fs === undefined || Number(cell.fs) === 10 ? null : Number(cell.fs),
      fontName: typeof cell.ff === 'string' && Number.isNaN(Number(cell.ff)) ? cell.ff : '',
      format: formatOf(cell, text),
      borders: typeof cell.bd === 'string' ? cell.bd : '',
    }
  }

  const told = (row, column, cell) => {
    const text = textOf(cell)
    return { row, column, text, style: styleOf(cell, text), origin: Number.isInteger(cell.o) ? cell.o : null }
  }

  // ---- Changes since the last report

  let port = null
  /** By the id of a sheet. */
  let known = new Map()

  function changesOf(file) {
    const before = known.get(file.index)
    const rows = before?.rows ?? []
    const layoutBefore = before?.layout ?? ''
    const data = file.data ?? []
    const cells = []
    const gone = (row, column) => cells.push({ row, column, text: '', style: null, origin: null })
    for (let r = 0; r < data.length; r += 1) {
      const line = data[r] ?? []
      const kept = (rows[r] ??= [])
      for (let c = 0; c < line.length; c += 1) {
        const cell = line[c]
        if (typeof cell !== 'object' || cell === null) {
          if (!kept[c]) continue
          gone(r, c)
          kept[c] = undefined
        } else if (!kept[c] || !keptCell.isSame(kept[c], cell, formatOf)) {
          kept[c] = keptCell.of(cell, formatOf)
          cells.push(told(r, c, cell))
        }
      }
      for (let c = line.length; c < kept.length; c += 1) if (kept[c]) gone(r, c)
      if (kept.length > line.length) kept.length = line.length
    }
    for (let r = data.length; r < rows.length; r += 1)
      for (const [c, kept] of (rows[r] ?? []).entries()) if (kept) gone(r, c)
    if (rows.length > data.length) rows.length = data.length
    const layout = layoutOf(file)
    const written = JSON.stringify(layout)
    const isMoved = written !== layoutBefore
    known.set(file.index, { rows, layout: written })
    return { id: String(file.index), cells, layout: isMoved ? layout : null }
  }

  function layoutOf({ name, config = {}, frozen: freeze, hide }) {
    const numbers = (object) => Object.entries(object ?? {}).map(([at, size]) => [Number(at), Number(size)])
    const range = freeze?.range ?? {}
    const kind = freeze?.type ?? ''
    const isRow = ['row', 'rangeRow', 'both', 'rangeBoth'].includes(kind)
    const isColumn = ['column', 'rangeColumn', 'both', 'rangeBoth'].includes(kind)
    return {
      name: trueNames.get(name) ?? String(name),
      merges: Object.values(config.merge ?? {}).map(({ r, c, rs, cs }) => ({
        ...{ top: r, left: c, bottom: r + rs - 1, right: c + cs - 1 },
      })),
      widths: numbers(config.columnlen),
      heights: numbers(config.rowlen),
      frozen: {
        rows: isRow ? (range.row_focus ?? 0) + 1 : 0,
        columns: isColumn ? (range.column_focus ?? 0) + 1 : 0,
      },
      hidden: {
        isSheet: Number(hide) === 1,
        rows: Object.keys(config.rowhidden ?? {}).map(Number),
        columns: Object.keys(config.colhidden ?? {}).map(Number),
      },
    }
  }

  const files = () => luckysheet.getluckysheetfile().toSorted((one, other) => Number(one.order) - Number(other.order))
  let knownOrder = ''

  function tell() {
    // A sheet that was never opened is unchanged.
    const sheets = files()
      .filter((file) => Array.isArray(file.data) && file.data.length > 0)
      .map(changesOf)
      .filter(({ cells, layout }) => cells.length > 0 || layout !== null)
    const order = files().map(({ index }) => String(index))
    if (sheets.length === 0 && order.join() === knownOrder) return
    knownOrder = order.join()
    port.postMessage({ kind: 'changed', sheets, order })
  }

  /** The current state counts as the given one. */
  function remember() {
    known = new Map()
    for (const file of files()) {
      if (Array.isArray(file.data) && file.data.length > 0) changesOf(file)
      else known.set(file.index, { rows: null, layout: JSON.stringify(layoutOf(file)) })
    }
    knownOrder = files()
      .map(({ index }) => String(index))
      .join()
  }

  let timer = 0
  let due = Infinity
  /** Checks for changes after this many milliseconds; an earlier check is not postponed. */
  function look(delay) {
    const at = performance.now() + delay
    if (!port || at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(guardedTell, delay)
  }
  function guardedTell() {
    clearTimeout(timer)
    due = Infinity
    for (const file of files())
      if (known.get(file.index)?.rows === null && Array.isArray(file.data) && file.data.length > 0) {
        // Opened for the first time: its state is the given one.
        const { layout } = known.get(file.index)
        changesOf(file)
        known.get(file.index).layout = layout
      }
    tell()
  }

  let typing = 'null'
  /** Reports the cell that is being typed, from its first character on. */
  function tellTyped() {
    const cell = openCell.typed()
    const said = JSON.stringify(cell)
    if (!port || said === typing) return
    typing = said
    // Its previous changes are reported first, so that nothing is missing in between.
    if (cell === null) guardedTell()
    port.postMessage({ kind: 'typing', cell })
  }

  // ---- The page around

  /** Entries of the menu of a cell that readers have not. */
  const CHANGING = [
    ...['paste', 'insertRow', 'insertColumn', 'deleteRow', 'deleteColumn', 'deleteCell', 'rowHeight', 'columnWidth'],
    ...['hideRow', 'hideColumn', 'clear', 'sort'],
  ]

  function open({ sheets, language, isReadOnly }) {
    // One that is hidden cannot be the open one.
    const opened = Math.max(
      0,
      sheets.findIndex(({ hidden }) => !hidden.isSheet),
    )
    const off = (...names) => Object.fromEntries(names.map((name) => [name, false]))
    luckysheet.create({
      container: 'sheet',
      lang: language === 'en' ? 'en' : 'zh',
      data: sheets.map((sheet, at) => gridSheet(sheet, at, opened)),
      row: 500,
      column: 26,
      defaultRowHeight: 25,
      defaultColWidth: 100,
      allowEdit: !isReadOnly,
      allowUpdate: false,
      showinfobar: false,
      showtoolbar: !isReadOnly,
      sheetFormulaBar: true,
      enableAddRow: !isReadOnly,
      enableAddBackTop: false,
      showsheetbarConfig: { add: !isReadOnly, menu: true, sheet: true },
      showtoolbarConfig: off(
        ...['font', 'border', 'textRotateMode', 'image', 'link', 'chart', 'postil', 'pivotTable', 'sortAndFilter'],
        ...['conditionalFormat', 'dataVerification', 'splitColumn', 'screenshot', 'protection', 'print'],
      ),
      cellRightClickConfig: off(
        ...['copyAs', 'matrix', 'filter', 'chart', 'image', 'link', 'data', 'cellFormat'],
        ...(isReadOnly ? CHANGING : []),
      ),
      sheetRightClickConfig: isReadOnly ? off('delete', 'copy', 'rename', 'color', 'hide', 'move') : off('color'),
      hook: {
        workbookCreateAfter: () =>
          setTimeout(() => {
            remember()
            openCell.follow(tellTyped)
            port.postMessage({ kind: 'shown' })
          }, 0),
        updated: () => look(0),
        cellUpdated: () => look(0),
      },
    })
  }

  /** Also reports the cell that is being typed, and then confirms it. */
  function settle(then) {
    try {
      openCell.close()
    } finally {
      // luckysheet commits a cell with a delay.
      setTimeout(() => {
        guardedTell()
        tellTyped()
        port.postMessage(then)
      }, 0)
    }
  }

  addEventListener('message', function take(event) {
    if (event.source !== parent || event.data?.kind !== 'open' || !event.ports[0]) return
    removeEventListener('message', take)
    ;[port] = event.ports
    port.addEventListener('message', ({ data }) => {
      if (data.kind === 'settle') settle({ kind: 'settled', id: data.id })
      if (data.kind === 'focus') window.focus()
    })
    port.start()
    open(event.data)
  })
  addEventListener('formulaslate', () => port?.postMessage({ kind: 'late' }))
  // Leaving the frame may mean leaving the page: the cell being typed is reported before.
  addEventListener('blur', () => {
    if (!port) return
    openCell.close()
    look(0)
  })
  // Any mouse or key event may change something, and luckysheet does not report everything.
  for (const name of ['pointerup', 'paste', 'cut', 'drop']) addEventListener(name, () => look(150), true)
  // A key in an open cell changes only what is typed, which is reported by itself.
  addEventListener(
    'keyup',
    () => {
      if (!openCell.isOpen()) look(150)
    },
    true,
  )
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !event.isComposing && !openCell.isInWay()) port?.postMessage({ kind: 'escape' })
      const isSave =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's'
      if (!isSave && event.key !== 'F6') return
      event.preventDefault()
      event.stopPropagation()
      if (port) settle(isSave ? { kind: 'save' } : { kind: 'leave', isBack: event.shiftKey })
    },
    true,
  )
}

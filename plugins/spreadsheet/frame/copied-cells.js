// luckysheet copies the HTML of a table as plain text; this gives other programs its cells.
addEventListener(
  'copy',
  (event) => {
    const copied = event.clipboardData.getData('text/plain') || document.activeElement?.innerHTML || ''
    if (!/^\s*<table/.test(copied)) return
    const rows = [...new DOMParser().parseFromString(copied, 'text/html').querySelectorAll('tr')]
    const lines = rows.map((row) =>
      [...row.cells].map((cell) => cell.textContent.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'),
    )
    event.clipboardData.setData('text/html', copied)
    event.clipboardData.setData('text/plain', lines.join('\n'))
    event.preventDefault()
  },
  true,
)

// The borders of cells as luckysheet draws them.
{
  const LINES = { thin: '1', dotted: '3', dashed: '4', double: '7', medium: '8', thick: '13' }
  /** It goes through all of them whenever it draws. */
  const MOST_DRAWN = 20_000

  window.drawnBorders = (cells) =>
    cells
      .filter(({ style }) => style.borders)
      .slice(0, MOST_DRAWN)
      .map(({ row, column, style }) => {
        const sides = style.borders.split(', ').map((part) => {
          const [side, line, color] = part.split(' ')
          return [side[0], { style: LINES[line], color }]
        })
        return { rangeType: 'cell', value: { row_index: row, col_index: column, ...Object.fromEntries(sides) } }
      })
}

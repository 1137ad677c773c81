import { AlignmentType, BorderStyle, LevelFormat, type IStylesOptions, type NumberingDefinition } from 'docx'

const BODY = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Calibri', eastAsia: 'Microsoft YaHei' }
export const CODE_FONT = { ascii: 'Consolas', hAnsi: 'Consolas', cs: 'Consolas', eastAsia: 'Microsoft YaHei' }
export const LINE_COLOR = 'CDD2DA'
const ACCENT = '2443AD'
export const QUOTED_LEFT = 240

/** Sizes are in half points, distances in twentieths of a point. */
const heading = (size: number, before: number) => ({
  run: { font: BODY, size, bold: true, color: '14171C' },
  paragraph: { spacing: { before, after: 120 }, keepNext: true, keepLines: true },
})

export const STYLES: IStylesOptions = {
  default: {
    document: { run: { font: BODY, size: 21 }, paragraph: { spacing: { after: 120, line: 312, lineRule: 'auto' } } },
    title: { run: { font: BODY, size: 52, bold: true }, paragraph: { spacing: { before: 2400, after: 240 } } },
    heading1: heading(36, 240),
    heading2: heading(30, 240),
    heading3: heading(26, 200),
    heading4: heading(24, 160),
    heading5: heading(22, 120),
    heading6: heading(21, 120),
    hyperlink: { run: { color: ACCENT, underline: {} } },
  },
  paragraphStyles: [
    {
      ...{ id: 'Code', name: 'Code', basedOn: 'Normal', quickFormat: true },
      run: { font: CODE_FONT, size: 18 },
      paragraph: {
        spacing: { before: 60, after: 160, line: 264, lineRule: 'auto' },
        shading: { type: 'clear', fill: 'F5F6F9' },
        border: {
          top: { style: BorderStyle.SINGLE, size: 4, color: LINE_COLOR, space: 4 },
          bottom: { style: BorderStyle.SINGLE, size: 4, color: LINE_COLOR, space: 4 },
          left: { style: BorderStyle.SINGLE, size: 4, color: LINE_COLOR, space: 4 },
          right: { style: BorderStyle.SINGLE, size: 4, color: LINE_COLOR, space: 4 },
        },
      },
    },
    {
      ...{ id: 'Quoted', name: 'Quoted', basedOn: 'Normal', quickFormat: true },
      run: { color: '505865' },
      paragraph: {
        indent: { left: QUOTED_LEFT },
        border: { left: { style: BorderStyle.SINGLE, size: 18, color: '0B6A8F', space: 8 } },
      },
    },
    {
      ...{ id: 'Facts', name: 'Facts', basedOn: 'Normal' },
      run: { color: '656D7B', size: 18 },
    },
    {
      ...{ id: 'Comments', name: 'Comments', basedOn: 'Normal' },
      run: { bold: true },
      paragraph: { spacing: { before: 480, after: 120 }, keepNext: true },
    },
    {
      ...{ id: 'Cell', name: 'Cell', basedOn: 'Normal' },
      run: { size: 20 },
      paragraph: { spacing: { before: 40, after: 40, line: 276, lineRule: 'auto' } },
    },
    { ...{ id: 'CellHead', name: 'Cell Head', basedOn: 'Cell' }, run: { bold: true, size: 20 } },
  ],
}

/** Lists have as many levels as Word supports. */
export const DEEPEST_LEVEL = 8
const levels = Array.from({ length: DEEPEST_LEVEL + 1 }, (_, level) => level)
const indented = (level: number) => ({ paragraph: { indent: { left: 420 * (level + 1), hanging: 420 } } })

export const BULLETS: NumberingDefinition = {
  reference: 'signs',
  levels: levels.map((level) => ({
    ...{ level, format: LevelFormat.BULLET, text: ['•', '◦', '▪'][level % 3] ?? '•' },
    ...{ alignment: AlignmentType.LEFT, style: indented(level) },
  })),
}

/** There is one kind of numbered lists for each start number. */
export const numbersFrom = (start: number): NumberingDefinition => ({
  reference: `numbers-${start}`,
  levels: levels.map((level) => ({
    ...{ level, format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start },
    ...{ alignment: AlignmentType.LEFT, style: indented(level) },
  })),
})

/** Colors of code, by the class set by the renderer. */
const CODE_COLORS: readonly (readonly [RegExp, string])[] = [
  [/\bhljs-(comment|quote)\b/, '656D7B'],
  [/\bhljs-(keyword|selector-tag|literal|attr|name|section|built_in)\b/, '2F55D4'],
  [/\bhljs-(string|regexp|addition|selector-attr|template-variable)\b/, '14794F'],
  [/\bhljs-(number|symbol|bullet|variable|type)\b/, '8A5A00'],
  [/\bhljs-(title|meta|tag)\b/, '0B6A8F'],
  [/\bhljs-deletion\b/, 'B3261E'],
]
export const codeColorOf = (classes: string): string | undefined =>
  CODE_COLORS.find(([pattern]) => pattern.test(classes))?.[1]

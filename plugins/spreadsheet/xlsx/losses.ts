/** What an Excel file has, and sheets here have not; the most important first. */
const LOSSES = [
  'formulas',
  'arrayFormulas',
  'comments',
  'pictures',
  'charts',
  'shapes',
  'pivotTables',
  'links',
  'textRuns',
  'conditionalFormats',
  'validations',
  'filters',
  'tables',
  'sparklines',
  'rotations',
  'borders',
  'definedNames',
  'protections',
  'printSetups',
  'macros',
] as const
export type Loss = (typeof LOSSES)[number]

/** How many of each kind were left out. */
export class Losses {
  readonly #counts = new Map<Loss, number>()

  add(loss: Loss, count = 1): void {
    if (count > 0) this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  found(): readonly (readonly [Loss, number])[] {
    return LOSSES.flatMap((loss) => {
      const count = this.#counts.get(loss)
      return count === undefined ? [] : [[loss, count] as const]
    })
  }
}

/** Elements of a sheet, each of which is one loss. */
export const LOST_OF_SHEET: Readonly<Record<string, Loss>> = {
  cfRule: 'conditionalFormats',
  dataValidation: 'validations',
  autoFilter: 'filters',
  tablePart: 'tables',
  sparkline: 'sparklines',
  sheetProtection: 'protections',
  pageSetup: 'printSetups',
  oleObject: 'shapes',
  control: 'shapes',
}

/** Elements of a drawing. */
const LOST_OF_DRAWING: Readonly<Record<string, Loss>> = {
  pic: 'pictures',
  graphicFrame: 'charts',
  sp: 'shapes',
  cxnSp: 'shapes',
}

/** Counts what is drawn, while the XML of a drawing is read. */
export function countDrawn(losses: Losses): { open(name: string): void; close(name: string): void } {
  // It shows older programs once more what stands before it.
  let fallbacks = 0
  return {
    open(name) {
      if (name === 'Fallback') fallbacks += 1
      const loss = LOST_OF_DRAWING[name]
      if (loss && fallbacks === 0) losses.add(loss)
    },
    close: (name) => void (name === 'Fallback' && (fallbacks -= 1)),
  }
}

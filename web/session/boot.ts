import type { Language } from '#core/context.ts'

/** What the person chose; `system` follows the operating system. */
export type SchemeChoice = 'light' | 'dark' | 'system'
export type Texts = Readonly<Record<string, object>>

/** An answer of the API that the server already knows, so that the browser does not ask again. */
export interface KnownAnswer {
  /** Name of the operation, e.g. `['item', 'info']`. */
  readonly operation: readonly [group: string, name: string]
  readonly input: unknown
  readonly answer: unknown
}

/** What the server tells the browser at the start, as JSON in the document. */
export interface Boot {
  readonly language: Language
  readonly scheme: SchemeChoice
  /** Texts of the namespaces the first screen needs, by namespace. */
  readonly texts: Texts
  readonly known: readonly KnownAnswer[]
}

const BOOT_ID = 'boot'

/** The boot data of this document. @throws when the document is not ours */
export function readBoot(): Boot {
  const element = document.getElementById(BOOT_ID)
  if (!element?.textContent) throw new Error('the document carries no boot data')
  return JSON.parse(element.textContent) as Boot
}

/** JSON that can stand inside a script element: no `<` ends it early (threats X9). */
export const bootElement = (boot: Boot): string =>
  `<script type="application/json" id="${BOOT_ID}">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>`

import type { Language } from './language.ts'

/** What a token allows within its item: reading pages, or writing them too. */
export type Scope = 'read' | 'write'

/** What a program may do with a token that has been found and accepted. */
export interface Token {
  readonly itemId: number
  readonly scopes: readonly Scope[]
  /** Whose rights it uses, limited by its scopes; null for the item's own token, which belongs to nobody. */
  readonly onBehalfOf: number | null
}

export interface Program extends Token {
  readonly kind: 'token'
}

/** Who is calling. Only `actAsProgram` turns a caller into a program. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly id: number
      /** Whether the person administers the site now. */
      readonly isAdmin: boolean
      /** An administrator who currently lacks the required second factor, and so does not administer. */
      readonly lacksSecondFactor?: true
    }
  | Program

/** Recorded in place of an account for what a program does when it acts for nobody. */
export const NOBODY = 0

/** The name shown for an item's own token. */
const PROGRAM_NAME: Readonly<Record<Language, string>> = { en: 'Open API', 'zh-cn': '开放 API' }

/**
 * The name shown for whoever did something; as `username` says for accounts, '' for deleted ones.
 * @param accountId null for visitors and the server itself
 */
export const authorShown = (accountId: number | null, username: string, language: Language): string =>
  accountId === NOBODY ? PROGRAM_NAME[language] : username

/** The account whose rights count; null for visitors, and for programs that act for nobody. */
export function accountOf(actor: Actor): number | null {
  if (actor.kind === 'user') return actor.id
  return actor.kind === 'token' ? actor.onBehalfOf : null
}

/** What a token is good for, within its item: seeing pages, or writing them as well. */
export type Scope = 'read' | 'write'

/** What a program may do with a token that was looked up and found good. */
export interface Token {
  readonly itemId: number
  readonly scopes: readonly Scope[]
  /** Whose rights it has, as far as its scopes go; null for the item's own token, which is nobody's. */
  readonly onBehalfOf: number | null
}

export interface Program extends Token {
  readonly kind: 'token'
}

/** Who asks. Only the door `actAsProgram` makes a program of somebody. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user'
      readonly id: number
      /** Whether the person administers the site now. */
      readonly isAdmin: boolean
      /** An administrator who does not, for the lack of a second factor. */
      readonly lacksSecondFactor?: true
    }
  | Program

/** Stands for the account of a program that acts for nobody, in what is kept of its doings. */
export const NOBODY = 0

/** The account whose rights count; null for visitors, and for programs that act for nobody. */
export function accountOf(actor: Actor): number | null {
  if (actor.kind === 'user') return actor.id
  return actor.kind === 'token' ? actor.onBehalfOf : null
}

/** The text of the line beside the buttons. */
export type WorkState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly revision: number; readonly at: Date }
  /** `isLoginDue`: the session has ended. */
  | { readonly kind: 'failed'; readonly message: string; readonly isLoginDue: boolean }

/** A row before its first insert: the database assigns the id. */
export type New<T extends { readonly id: number }> = Omit<T, 'id'>

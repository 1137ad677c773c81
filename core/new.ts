/** What is about to be kept for the first time: the database gives it its id. */
export type New<T extends { readonly id: number }> = Omit<T, 'id'>

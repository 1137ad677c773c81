/** The result of a save with a save id, so that repeating it changes nothing (R9). */
export interface SaveReceipt {
  readonly pageId: number
  readonly revision: number
}
export interface SaveReceipts {
  find(userId: number, saveId: string): Promise<SaveReceipt | null>
  /** @returns false when this user has used this save id before, in a save that is running or finished */
  claim(userId: number, saveId: string, at: Date): Promise<boolean>
  complete(userId: number, saveId: string, receipt: SaveReceipt): Promise<void>
  sweep(before: Date): Promise<number>
}

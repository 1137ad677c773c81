/** What a save with a save id led to, so that a retry changes nothing (R9). */
export interface SaveReceipt {
  readonly pageId: number
  readonly revision: number
}
export interface SaveReceipts {
  find(userId: number, saveId: string): Promise<SaveReceipt | null>
  /** @returns false when this save id was used already, by this user, in a save that is still under way or done */
  claim(userId: number, saveId: string, at: Date): Promise<boolean>
  complete(userId: number, saveId: string, receipt: SaveReceipt): Promise<void>
  sweep(before: Date): Promise<number>
}

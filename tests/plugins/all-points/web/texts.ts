import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type en from '../locales/en.json'

export const useText = pluginTexts<typeof en>('all-points')

/** Breaks a component where a test asks for it. */
export function breakIfAsked(point: string): void {
  if (sessionStorage.getItem('broken points')?.split(' ').includes(point)) throw new Error(`${point} is broken`)
}

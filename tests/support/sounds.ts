import { pinyin } from 'pinyin-pro'

/** What people type for a Chinese name, with Latin letters as they are: its pinyin in full, and by first letters. */
export function soundsOf(name: string): { readonly full: string; readonly initials: string } {
  const parts = pinyin(name, { toneType: 'none', type: 'array' }).filter((part) => part.trim() !== '')
  const inLetters = (each: (part: string) => string): string => parts.map(each).join('').toLowerCase()
  return { full: inLetters((part) => part), initials: inLetters((part) => part.charAt(0)) }
}

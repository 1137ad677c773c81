import { DomainError, type ImportSource, type Language } from '#core/plugin.ts'

/** What files of office programs before 2007 begin with, and those that a password protects. */
const CONTAINER = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const SAID: Readonly<Record<Language, (extension: string) => string>> = {
  en: (extension) =>
    `it has a password, or is in the old ${extension.slice(0, -1)} format. Save it as ${extension} without a password first.`,
  'zh-cn': (extension) =>
    `文件设有密码，或为旧版 ${extension.slice(0, -1)} 格式。请先另存为不带密码的 ${extension} 文件。`,
}

/** Whether a file, by its beginning and its name, was written by such a program, and cannot be read. */
export function isClosedOfficeFile({ name, first }: ImportSource, extension: '.docx' | '.xlsx'): boolean {
  const isNamed = [extension, extension.slice(0, -1)].some((end) => name.toLowerCase().endsWith(end))
  return isNamed && CONTAINER.every((byte, at) => first[at] === byte)
}

/** @throws DomainError importBroken, which says how people can make it readable */
export function requireOpenFile(file: ImportSource, extension: '.docx' | '.xlsx', language: Language): void {
  if (isClosedOfficeFile(file, extension)) throw new DomainError('importBroken', { problem: SAID[language](extension) })
}

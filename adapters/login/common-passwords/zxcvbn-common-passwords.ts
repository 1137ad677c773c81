import type { CommonPasswords } from '#core/ports/login.ts'

/** The list of zxcvbn, some 50,000 passwords from real leaks. Loaded on first use: most processes never need it. */
export class ZxcvbnCommonPasswords implements CommonPasswords {
  #list: Promise<ReadonlySet<string>> | null = null

  async has(text: string): Promise<boolean> {
    return (await (this.#list ??= readList())).has(text)
  }
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { MACHINE, releaseKeyText } from '#adapters/updates/manifest.ts'

/** The files of a package: texts by name, or the target of a link. */
export type Packed = Readonly<Record<string, PackedFile[1]>>
export type PackedFile = readonly [name: string, content: string | { readonly linkname: string }]

/** A source of newer versions, and the key that signs them. */
export interface ReleaseFeed extends AsyncDisposable {
  readonly url: string
  readonly key: KeyObject
  /** For `UPDATE_KEY`. */
  readonly keyText: string
  /**
   * Publishes this version; `change` makes the manifest, or the signed feed, incorrect. A list of files may name one
   * twice.
   */
  publish(version: string, files: Packed | readonly PackedFile[], change?: Partial<Changes>): Promise<void>
}
interface Changes {
  manifest(manifest: Record<string, unknown>): Record<string, unknown>
  feed(feed: { readonly manifest: string; readonly signature: string }): object
  /** Replaces the response with the package. */
  answer(reply: ServerResponse, content: Buffer): void
}

export async function releaseFeed(): Promise<ReleaseFeed> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let feed = '{}'
  let content: Buffer = Buffer.alloc(0)
  let answer: Changes['answer'] = (reply) => reply.end(content)
  const server = createServer(({ url }, reply) => (url === '/octavo.json' ? reply.end(feed) : answer(reply, content)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/octavo.json`,
    key: publicKey,
    keyText: releaseKeyText(publicKey),
    async publish(version, files, change = {}) {
      content = await packed(files)
      answer = change.answer ?? ((reply) => reply.end(content))
      const sha256 = createHash('sha256').update(content).digest('hex')
      const packages = { [MACHINE]: { url: 'octavo.tar.gz', bytes: content.length, sha256 } }
      const told = { product: 'octavo', version, notes: 'https://example.org/news', packages }
      const manifest = JSON.stringify(change.manifest?.(told) ?? told)
      const signed = { manifest, signature: sign(null, Buffer.from(manifest), privateKey).toString('base64') }
      feed = JSON.stringify(change.feed?.(signed) ?? signed)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function packed(files: Packed | readonly PackedFile[]): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of isList(files) ? files : Object.entries(files))
    if (typeof content === 'string') archive.entry({ name }, content)
    else archive.entry({ name, type: 'symlink', linkname: content.linkname })
  archive.finalize()
  const parts: Buffer[] = []
  for await (const part of archive) parts.push(part as Buffer)
  return gzipSync(Buffer.concat(parts))
}

const isList = (files: Packed | readonly PackedFile[]): files is readonly PackedFile[] => Array.isArray(files)

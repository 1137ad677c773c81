import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import { VERSION } from './versions.ts'

/** The description of a version by its publisher. */
export const Manifest = z.object({
  product: z.literal('octavo'),
  version: z.string().regex(VERSION),
  /** The address of its release notes; '' for none. */
  notes: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** By platform, as in `linux-x64`. */
  packages: z.record(
    z.string(),
    z.object({
      /** Relative to the feed, or absolute. */
      url: z.string().min(1),
      bytes: z.int().positive(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.output<typeof Manifest>
export type Package = Manifest['packages'][string]

/** The content of the feed: the text of a manifest, and the signature over its bytes. */
export const Feed = z.object({ manifest: z.string(), signature: z.string() })
export type Feed = z.output<typeof Feed>

/** The platform of a package. */
export const MACHINE = `${process.platform}-${process.arch}`

const KEY_BYTES = 32
/** The DER prefix of an ed25519 key. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** The key that releases are signed with, from its 32 bytes in base64; null for an invalid one. */
export function releaseKeyFrom(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) return null
  return createPublicKey({ key: Buffer.concat([DER_HEAD, bytes]), format: 'der', type: 'spki' })
}

/** A public key in the format of `releaseKeyFrom`. */
export const releaseKeyText = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(DER_HEAD.length).toString('base64')

/** @throws DomainError updateUntrusted when it is not signed with this key, or is not a manifest */
export function manifestIn(text: string, key: KeyObject): Manifest {
  try {
    const { manifest, signature } = Feed.parse(JSON.parse(text))
    if (!verify(null, Buffer.from(manifest), key, Buffer.from(signature, 'base64')))
      throw new Error('the signature is wrong')
    return Manifest.parse(JSON.parse(manifest))
  } catch {
    throw new DomainError('updateUntrusted')
  }
}

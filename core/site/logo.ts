import { documentsIn } from '../access/facts.ts'
import { DomainError } from '../errors.ts'
import type { CommandContext } from '../context.ts'
import { imageTypeOf, pixelsOf } from '../attachment/image-type.ts'
import type { IncomingFile } from '../ports/files.ts'
import type { Collection, Documents } from '../ports/documents.ts'
import { requireAsSeen, type SeenFields } from '../seen.ts'

/** In bytes; it is sent to everybody. */
export const LOGO_BYTES = 200 * 1024
const MOST_PIXELS = 4_000_000
const HEAD_BYTES = 32
const KEY = 'logo'
const COLLECTION = 'site.logo'

interface Logo {
  readonly mediaType: string
  readonly base64: string
  /** Changes only with the picture. */
  readonly version: string
}

type Holder = { readonly store: { readonly documents: Documents } }
const logos = ({ store }: Holder): Collection<Logo> => documentsIn(store).collection(COLLECTION)
/** Stored separately, because every document contains the version, but only some browsers request the picture. */
const versions = ({ store }: Holder): Collection<Pick<Logo, 'version'>> =>
  documentsIn(store).collection('site.logo-version')

/** Null while the site uses the product's logo. */
export const logoVersionOf = async (ctx: Holder): Promise<string | null> =>
  (await versions(ctx).byKey(KEY))?.data.version ?? null

/** A path below the address of the site that changes with the picture; '' for the product's logo. */
export const logoPath = (version: string | null): string =>
  version === null ? '' : `/api/site/logo?version=${version}`

export const logoOf = async (ctx: Holder): Promise<Logo | null> => (await logos(ctx).byKey(KEY))?.data ?? null

/**
 * Stores a picture as the site's logo. Its type is determined by its bytes, and only bitmaps are accepted: an SVG may
 * contain script.
 * @throws DomainError notAnImage | imageTooLarge | overtaken
 */
export async function keepLogo(ctx: CommandContext, file: IncomingFile, seen?: SeenFields): Promise<void> {
  const mediaType = imageTypeOf(await file.slice(0, HEAD_BYTES), file.bytes)
  if (mediaType === null || mediaType === 'image/bmp') throw new DomainError('notAnImage')
  const pixels = await pixelsOf(file, mediaType)
  if (pixels === null) throw new DomainError('notAnImage')
  if (pixels > MOST_PIXELS) throw new DomainError('imageTooLarge')
  const { keys, clock } = ctx.services
  const version = (await keys.sumOf(file.read())).slice(0, 16)
  const base64 = base64Of(await file.slice(0, file.bytes))
  await requireLogoAsSeen(ctx, seen, logoPath(version))
  const at = clock.now()
  await logos(ctx).put({ key: KEY, at, data: { mediaType, base64, version } })
  await versions(ctx).put({ key: KEY, at, data: { version } })
}

/** @throws DomainError overtaken */
export async function removeLogo(ctx: CommandContext, seen?: SeenFields): Promise<void> {
  await requireLogoAsSeen(ctx, seen, logoPath(null))
  await logos(ctx).deleteKeys([KEY])
  await versions(ctx).deleteKeys([KEY])
}

/** Also keeps a picture and its version from being those of two changes. @throws DomainError overtaken */
async function requireLogoAsSeen(ctx: CommandContext, seen: SeenFields | undefined, wished: string): Promise<void> {
  await ctx.store.settings.hold(COLLECTION)
  requireAsSeen(seen, { logo: logoPath(await logoVersionOf(ctx)) }, { logo: wished })
}

/** Spreading long lists as arguments would overflow the stack. */
const AT_ONCE = 8_192
function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(text)
}
export const bytesOfLogo = ({ base64 }: Pick<Logo, 'base64'>): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

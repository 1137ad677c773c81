import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, realpath, symlink } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** A package contains something that no release has. */
class OddPackage extends Error {}

/**
 * Unpacks a tar.gz into an empty folder. Links are made when everything else is there: nothing can be written through
 * one, and where they lead is asked of the disk, because a path through other links says nothing about it.
 * @throws OddPackage for paths or links that leave the folder, and for anything but folders, files and links
 */
export async function unpackInto(folder: string, file: string): Promise<void> {
  const entries = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), entries)
  // Handled below, where the entries end with it.
  reading.catch(() => undefined)
  const links: { readonly place: string; readonly target: string }[] = []
  for await (const entry of entries) {
    const { name, type, linkname, mode } = entry.header
    const place = within(folder, path.join(folder, name))
    await mkdir(type === 'directory' ? place : path.dirname(place), { recursive: true })
    if (type === 'file')
      await pipeline(entry, createWriteStream(place, { flags: 'wx', mode: (mode ?? 0) & 0o111 ? 0o755 : 0o644 }))
    else if (type === 'symlink' && linkname) links.push({ place, target: linkname })
    else if (type !== 'directory') throw new OddPackage(`${name} is a ${type}`)
    entry.resume()
  }
  await reading
  for (const { place, target } of links) await symlink(target, place)
  const own = await realpath(folder)
  for (const { place } of links) within(own, await realpath(place))
}

function within(folder: string, place: string): string {
  if (!place.startsWith(folder + path.sep)) throw new OddPackage(`${place} lies outside`)
  return place
}

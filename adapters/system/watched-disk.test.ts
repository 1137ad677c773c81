import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { WatchedDisk } from './watched-disk.ts'

const MEGABYTE = 1024 * 1024
const silent = { warn: () => undefined, info: () => undefined }

describe('the disk that is watched (R5)', () => {
  it('has space until less than the reserve is free, and again afterwards, and logs each change once', async () => {
    const said: string[] = []
    const log = { warn: (text: string) => void said.push(`warn ${text}`), info: (text: string) => void said.push(text) }
    const disk = { free: 100 * MEGABYTE }
    vi.useFakeTimers({ toFake: ['performance'] })
    const watched = new WatchedDisk('/data', 100, log, async () => disk.free)
    const looked = async (free: number): Promise<boolean> => {
      disk.free = free
      vi.advanceTimersByTime(1_000)
      return watched.hasRoom()
    }

    const seen = [
      await looked(100 * MEGABYTE),
      await looked(100 * MEGABYTE - 1),
      await looked(0),
      await looked(MEGABYTE),
    ]
    seen.push(await looked(200 * MEGABYTE))
    vi.useRealTimers()

    expect(seen).toEqual([true, false, false, false, true])
    expect(said).toEqual([
      'warn the disk of /data is nearly full: nothing new is written until there is room',
      'the disk of /data has room again',
    ])
  })

  it('is checked at most once a second, however many ask', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let looks = 0
    const watched = new WatchedDisk('/data', 100, silent, async () => (looks += 1))

    const asked = await Promise.all(Array.from({ length: 50 }, () => watched.hasRoom()))
    vi.advanceTimersByTime(999)
    await watched.hasRoom()
    vi.useRealTimers()

    expect(new Set(asked)).toEqual(new Set([false]))
    expect(looks).toBe(1)
  })

  it('refuses nobody without a reserve, or when it cannot be checked', async () => {
    const without = new WatchedDisk('/data', 0, silent, async () => 0)
    const unseen = new WatchedDisk('/nowhere/at/all', 100, silent)

    expect(await Promise.all([without.hasRoom(), unseen.hasRoom()])).toEqual([true, true])
  })

  it('is the disk of the folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-disk-'))

    expect(await new WatchedDisk(folder, 10_000_000_000, silent).hasRoom()).toBe(false)
    await rm(folder, { recursive: true })
  })
})

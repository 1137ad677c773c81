import { useRef } from 'react'

/** More than any file of rows or settings has. */
const MOST_BYTES = 20 * 1024 * 1024

export interface FileReading {
  /** @param onRead gets null when the file is too large or cannot be read; not called once another is read, or `stop` */
  read(file: File, onRead: (bytes: Uint8Array | null) => void): Promise<void>
  /** Nothing that was chosen before arrives any more. */
  stop(): void
}

/** Reads chosen files: however long each of them takes, only the last one counts. */
export function useFileReading(): FileReading {
  const last = useRef(0)
  const read: FileReading['read'] = async (file, onRead) => {
    last.current += 1
    const own = last.current
    const bytes = await bytesOf(file)
    if (last.current === own) onRead(bytes)
  }
  return {
    read,
    stop() {
      last.current += 1
    },
  }
}

async function bytesOf(file: File): Promise<Uint8Array | null> {
  if (file.size > MOST_BYTES) return null
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    // It was changed or deleted since it was chosen, or is on a device that is gone.
    return null
  }
}

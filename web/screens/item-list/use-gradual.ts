import { useEffect, useState } from 'react'

/** So many elements are drawn at once: about two screens of tiles. */
const AT_ONCE = 60

/** The list from its beginning, longer with every frame until it is whole, so that no frame draws all of a long list. */
export function useGradual<T>(list: readonly T[]): readonly T[] {
  const [count, setCount] = useState(AT_ONCE)
  const { length } = list

  useEffect(() => {
    const wanted = length > count ? count + AT_ONCE : Math.max(AT_ONCE, length)
    if (wanted === count) return undefined
    const frame = requestAnimationFrame(() => setCount(wanted))
    return () => cancelAnimationFrame(frame)
  }, [count, length])

  return length > count ? list.slice(0, count) : list
}

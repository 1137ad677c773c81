/** Memoises a function per object; the result is released together with the object. */
export function oncePerObject<V>(make: (object: object) => V): (object: object) => V {
  const made = new WeakMap<object, { readonly value: V }>()
  return (object) => {
    const known = made.get(object) ?? { value: make(object) }
    made.set(object, known)
    return known.value
  }
}

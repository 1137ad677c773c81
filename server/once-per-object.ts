/** A function of an object whose answer stays the same: it is asked once for each, and forgotten together with it. */
export function oncePerObject<V>(make: (object: object) => V): (object: object) => V {
  const made = new WeakMap<object, { readonly value: V }>()
  return (object) => {
    const known = made.get(object) ?? { value: make(object) }
    made.set(object, known)
    return known.value
  }
}

import {
  useCallback,
  useRef,
  type EffectCallback,
  type RefCallback,
  type useEffect,
  type useSyncExternalStore,
} from 'react'

/** More often than any animation; an effect without an end runs several times as often. */
const MOST_RUNS = 1_000
const WITHIN_MS = 2_000

/**
 * The hook for effects of plugins: what is undone while its component goes away cannot fail. No boundary of that
 * component is left then, so React would take down the screen around it, with what is typed there. An effect that
 * always causes the next one fails, for its boundary: React would go on, and never show the next screen.
 */
export const guarded =
  (use: typeof useEffect): typeof useEffect =>
  (effect, deps) => {
    const runs = useRef({ since: 0, count: 0 })
    use(() => {
      const now = performance.now()
      if (now - runs.current.since > WITHIN_MS) runs.current = { since: now, count: 0 }
      runs.current.count += 1
      if (runs.current.count > MOST_RUNS) throw new Error('an effect runs without end: it changes what it depends on')
      return withSafeEnd(effect())
    }, deps)
  }

/** The same for the end of a subscription, which is an effect as well. */
export const guardedStore =
  (use: typeof useSyncExternalStore): typeof useSyncExternalStore =>
  (subscribe, ...snapshots) => {
    const subscribeSafely = useCallback(
      (onChange: () => void) => withSafeEnd(subscribe(onChange)) ?? (() => {}),
      [subscribe],
    )
    return use(subscribeSafely, ...snapshots)
  }

type AnyRef = RefCallback<unknown>
const guardedRefs = new WeakMap<AnyRef, AnyRef>()

/** The same for a ref callback, which undoes its work when it is called with null, or by what it returned. */
export function guardedRef(ref: unknown): unknown {
  if (typeof ref !== 'function') return ref
  const own = ref as AnyRef
  const safe = guardedRefs.get(own) ?? ((value) => (value === null ? safely(() => own(null)) : withSafeEnd(own(value))))
  // React tells refs apart by identity, and a component may pass on the one it is given.
  guardedRefs.set(own, safe)
  guardedRefs.set(safe, safe)
  return safe
}

/** The same for `componentWillUnmount` of classes that extend this one, whatever way an instance gets it. */
export const guardedClass = <C extends abstract new (...given: never[]) => object>(Class: C): C =>
  new Proxy(Class, {
    construct: (target, given, made) => guardedOnceWhole(Reflect.construct(target, given, made) as Instance),
    // Classes compiled to functions call it instead.
    apply(target, self: Instance, given) {
      Reflect.apply(target as never, self, given)
      guardedOnceWhole(self)
    },
  })

interface Instance {
  updater?: unknown
  componentWillUnmount?(): void
}

/** React gives an instance its updater once that has all its fields, and what its constructor adds. */
function guardedOnceWhole(instance: Instance): Instance {
  let { updater } = instance
  return Object.defineProperty(instance, 'updater', {
    configurable: true,
    get: () => updater,
    set(given: unknown) {
      updater = given
      guardEnd(instance)
    },
  })
}

const guardedInstances = new WeakSet<Instance>()

function guardEnd(instance: Instance): void {
  if (guardedInstances.has(instance)) return
  guardedInstances.add(instance)
  const name = 'componentWillUnmount'
  let own = Object.getOwnPropertyDescriptor(instance, name)?.value as Instance[typeof name]
  const ofClass = () => Reflect.get(Object.getPrototypeOf(instance) as object, name, instance) as Instance[typeof name]
  const end = () => safely(() => (own ?? ofClass())?.call(instance))
  Object.defineProperty(instance, name, {
    configurable: true,
    get: () => end,
    // It may be given later as well.
    set(given: typeof own) {
      own = given
    },
  })
}

function safely(work: () => void): void {
  try {
    work()
  } catch (error) {
    reportError(error)
  }
}

const withSafeEnd = (end: ReturnType<EffectCallback> | ReturnType<AnyRef>): ReturnType<EffectCallback> => {
  if (typeof end !== 'function') return undefined
  return () => safely(end)
}

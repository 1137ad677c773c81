import { useCallback, type EffectCallback, type RefCallback, type useEffect, type useSyncExternalStore } from 'react'

/**
 * The hook for effects of plugins: what is undone while its component goes away cannot fail. No boundary of that
 * component is left then, so React would take down the screen around it, with what is typed there.
 */
export const guarded =
  (use: typeof useEffect): typeof useEffect =>
  (effect, deps) =>
    use(() => withSafeEnd(effect()), deps)

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

/** The same for `componentWillUnmount` of classes that extend this one, as a method or as a field. */
export const guardedClass = <C extends abstract new (...given: never[]) => object>(Class: C): C =>
  new Proxy(Class, {
    construct(target, given, made) {
      guardRendering(made.prototype as Instance)
      return Reflect.construct(target, given, made) as object
    },
    // Classes compiled to functions call it instead.
    apply(target, self: Instance, given) {
      guardRendering(Object.getPrototypeOf(self) as Instance)
      return Reflect.apply(target as never, self, given)
    },
  })

interface Instance {
  render?(): unknown
  componentWillUnmount?: () => void
}
const guardedInstances = new WeakSet<Instance>()
const guardedPrototypes = new WeakSet<Instance>()

/** An instance has its fields when it is rendered first. */
function guardRendering(prototype: Instance): void {
  const { render } = prototype
  if (guardedPrototypes.has(prototype) || typeof render !== 'function') return
  guardedPrototypes.add(prototype)
  prototype.render = function (this: Instance) {
    guardEnd(this)
    return render.call(this)
  }
}

function guardEnd(instance: Instance): void {
  const end = instance.componentWillUnmount
  if (guardedInstances.has(instance) || typeof end !== 'function') return
  guardedInstances.add(instance)
  instance.componentWillUnmount = () => safely(() => end.call(instance))
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

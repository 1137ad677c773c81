// All named exports of React, from the product's single instance. `export *` would export nothing: React is CommonJS.
import * as React from 'react'
import { guardedCloneElement, guardedCreateElement } from './guarded-elements.ts'
import { guarded, guardedClass, guardedRef, guardedStore } from './guarded-effects.ts'

export const useEffect = guarded(React.useEffect)
export const useInsertionEffect = guarded(React.useInsertionEffect)
export const useLayoutEffect = guarded(React.useLayoutEffect)
export const useSyncExternalStore = guardedStore(React.useSyncExternalStore)
export const Component = guardedClass(React.Component)
export const PureComponent = guardedClass(React.PureComponent)
export const createElement = guardedCreateElement
export const cloneElement = guardedCloneElement
export const useImperativeHandle = ((ref: unknown, ...rest: [() => unknown, React.DependencyList?]) =>
  React.useImperativeHandle(guardedRef(ref) as React.Ref<unknown>, ...rest)) as typeof React.useImperativeHandle

// Some compilers use the default export.
// oxlint-disable-next-line import/no-default-export
export default {
  ...React,
  Component,
  PureComponent,
  cloneElement,
  createElement,
  useEffect,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useSyncExternalStore,
}
export const {
  Activity,
  Children,
  Fragment,
  StrictMode,
  Suspense,
  createContext,
  createRef,
  forwardRef,
  isValidElement,
  lazy,
  memo,
  startTransition,
  use,
  useActionState,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffectEvent,
  useId,
  useMemo,
  useOptimistic,
  useReducer,
  useRef,
  useState,
  useTransition,
  version,
} = React

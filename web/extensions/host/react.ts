// All named exports of React, from the product's single instance. `export *` would export nothing: React is CommonJS.
import * as React from 'react'
import { guarded, guardedStore } from './guarded-effects.ts'

export const useEffect = guarded(React.useEffect)
export const useInsertionEffect = guarded(React.useInsertionEffect)
export const useLayoutEffect = guarded(React.useLayoutEffect)
export const useSyncExternalStore = guardedStore(React.useSyncExternalStore)

// Some compilers use the default export.
// oxlint-disable-next-line import/no-default-export
export default { ...React, useEffect, useInsertionEffect, useLayoutEffect, useSyncExternalStore }
export const {
  Activity,
  Children,
  Component,
  Fragment,
  PureComponent,
  StrictMode,
  Suspense,
  cloneElement,
  createContext,
  createElement,
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
  useImperativeHandle,
  useMemo,
  useOptimistic,
  useReducer,
  useRef,
  useState,
  useTransition,
  version,
} = React

import { cloneElement, createElement, type ReactElement } from 'react'
import * as runtime from 'react/jsx-runtime'
import { guardedRef } from './guarded-effects.ts'

type Props = { readonly ref?: unknown } | null | undefined

/** The properties with a ref whose end cannot fail; see `guardedRef`. */
const withSafeRef = <P>(props: P): P => {
  const ref = (props as Props)?.ref
  return typeof ref === 'function' ? { ...props, ref: guardedRef(ref) } : props
}

export const jsx: typeof runtime.jsx = (type, props, key) => runtime.jsx(type, withSafeRef(props), key)
export const jsxs: typeof runtime.jsxs = (type, props, key) => runtime.jsxs(type, withSafeRef(props), key)
export const guardedCreateElement = ((type: never, props: Props, ...children: never[]) =>
  createElement(type, withSafeRef(props) as never, ...children)) as typeof createElement
export const guardedCloneElement = ((element: ReactElement, props: Props, ...children: never[]) =>
  cloneElement(element, withSafeRef(props) as never, ...children)) as typeof cloneElement

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from '../session/color-scheme.ts'
import './mantine.css'
import { cssVariablesResolver, theme } from './theme.ts'

export interface ThemedProps {
  readonly children: ReactNode
}

/** Mantine in our colors, for the screens that use it. The reader does not: its entry stays small. */
export function Themed({ children }: ThemedProps) {
  const scheme = useColorScheme()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      // The fallback while a screen is hidden because a part of it is still loading.
      defaultColorScheme={scheme}
    >
      {children}
    </MantineProvider>
  )
}

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from '../session/color-scheme.ts'
import './mantine.css'
import { cssVariablesResolver, theme } from './theme.ts'

export interface ThemedProps {
  readonly children: ReactNode
}

/** Mantine in our colours, for the screens that use it. The reader does not: its entry stays small. */
export function Themed({ children }: ThemedProps) {
  const scheme = useColorScheme()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      // What it falls back to when a screen was hidden for a moment, because a part of it was still loading.
      defaultColorScheme={scheme}
    >
      {children}
    </MantineProvider>
  )
}

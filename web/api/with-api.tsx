import { getUntypedClient } from '@trpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { use, type ComponentType, type ReactNode } from 'react'
import { api, server } from './trpc.ts'
import { useAnswers } from './use-answer.ts'

const untyped = getUntypedClient(server)

/** Children may use the hooks of `api`. Suspends until the client is loaded. @throws NotLoaded */
export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const answers = useAnswers()
  const { queryClient } = answers.client() ?? use(answers.load())
  return (
    <QueryClientProvider client={queryClient}>
      <api.Provider client={untyped} queryClient={queryClient}>
        {children}
      </api.Provider>
    </QueryClientProvider>
  )
}

/** The same component, wrapped in what the hooks of `api` need. */
export const withApi =
  <P extends object>(Component: ComponentType<P>): ComponentType<P> =>
  (props) => (
    <ApiProvider>
      <Component {...props} />
    </ApiProvider>
  )

/** Path parameter of the current route; empty when it has none of this name. */
import { useParams } from '@tanstack/react-router'

export function usePathParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}

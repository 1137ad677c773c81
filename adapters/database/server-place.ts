/** Host and port of a PostgreSQL server, or the folder of its socket, for messages: without name and password. */
export const placeOf = (url: string): string => {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host.startsWith('/')) return host
  return `${host || 'localhost'}:${searchParams.get('port') ?? (port || '5432')}`
}

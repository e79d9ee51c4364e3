// Answers a navigation without connection with a page that says so. Keeps nothing else: balances, prices and the application itself
// always come from the server, and the browser's own cache keeps the hashed files. Change the name when the page or its style changes.
const CACHE = 'tunjo-offline-1'
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.css', '/favicon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles())
})
self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => kept(request)))
})

async function keepFiles() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
  // Nothing here depends on the version of the open pages, so a new worker need not wait for them to close.
  await self.skipWaiting()
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  // The browser asks for the page while it wakes the worker up.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function navigate(event) {
  // A preload also fails when the browser gives it up, with the network there.
  const preloaded = await Promise.resolve(event.preloadResponse).catch(() => undefined)
  try {
    return preloaded ?? (await fetch(event.request))
  } catch {
    return kept(PAGE)
  }
}

async function kept(request) {
  return (await caches.match(request)) ?? Response.error()
}

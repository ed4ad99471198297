/**
 * The service worker of the dashboard (product 26). Its only work is to show a page when the network fails. It has no
 * cache and stores nothing: all other requests, and their responses, pass it by.
 */
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Offline · Budkeeper</title>
<style>
body, main {
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 16px;
}
body {
  min-height: 100vh;
  min-height: 100svh;
  margin: 0;
  padding: 24px;
  box-sizing: border-box;
  background: light-dark(oklch(0.981 0.006 85), oklch(0.185 0.012 160));
  color: light-dark(oklch(0.27 0.02 160), oklch(0.945 0.008 120));
  font: 1.0625rem/1.5 Figtree, system-ui, sans-serif;
  text-align: center;
}
svg { fill: light-dark(oklch(0.455 0.095 155), oklch(0.8 0.12 155)) }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.2 }
p { max-width: 26rem; margin: 0; color: light-dark(oklch(0.46 0.018 160), oklch(0.765 0.015 150)) }
a {
  padding: 12px 20px;
  border-radius: 8px;
  background: light-dark(oklch(0.455 0.095 155), oklch(0.5 0.1 155));
  color: oklch(1 0 0);
  font-weight: 600;
  text-decoration: none;
}
</style>
</head>
<body>
<svg viewBox="0 0 24 24" width="56" height="56" aria-hidden="true"><circle cx="12" cy="6.25" r="4.25"/><path d="M11.25 22.5c0-6-3.65-10.25-9.75-10.5C1.5 18.25 5.25 22.5 11.25 22.5Z"/><path d="M12.75 22.5c0-6 3.65-10.25 9.75-10.5 0 6.25-3.75 10.5-9.75 10.5Z"/></svg>
<main>
<h1>You are offline</h1>
<p>Budkeeper keeps nothing of your data on this device, so it needs a connection. What you have saved is safe.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

addEventListener('install', () => skipWaiting())

/** The browser starts the request while it starts the worker. */
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(load(event))
})

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return new Response(page, { status: 503, headers })
  }
}

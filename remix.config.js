/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  // A build replaces `build` when it is complete (`bin/build.mjs`).
  buildDirectory: process.env.BUILD_FOLDER || 'build',
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
  },
}

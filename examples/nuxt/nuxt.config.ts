export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  css: ['~/assets/site.css'],
  telemetry: false,
  // NUXT_PUBLIC_LEADCHAT_PROXY replaces it when the server starts.
  runtimeConfig: { public: { leadchatProxy: 'http://localhost:4001' } },
  app: {
    head: {
      title: 'Northlight Dental · Nuxt',
      htmlAttrs: { lang: 'en' },
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
});

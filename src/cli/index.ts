export { type SiteOptions, startSite } from './site.ts';

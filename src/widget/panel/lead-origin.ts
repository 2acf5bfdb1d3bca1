import { landingUrl, readAttribution, readEarlierPages, type SubmissionExtra } from '../../core/index.ts';
import { getStorage, type ResolvedOptions, type Variants } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { cutText } from '../../protocol/cut-text.ts';
import { maxAddressLength } from '../../protocol/proxy/attribution.ts';
import { cleanUrl } from '../../protocol/proxy/page-address.ts';
import { parameterRules } from './privacy-control.ts';

/** Returns a lead's page, attribution and variants. It also stores the attribution, so it must not run for an anonymous chat. */
export function readLeadOrigin(options: ResolvedOptions, variants: Variants): SubmissionExtra {
  const rules = parameterRules(options);
  const { referrer } = document;
  const storage = getStorage(options);
  // Reading earlier pages needs the same consent as storing them.
  const earlierPages = options.attribution === 'landing' && storage !== null ? readEarlierPages() : [];
  return {
    page: {
      url: cleanUrl(location.href, rules),
      title: cutText(pageDocument.title, maxAddressLength),
      referrer: cleanUrl(referrer, rules),
    },
    attribution: readAttribution({ url: landingUrl(), referrer, rules, earlierPages, storage }),
    ...(Object.keys(variants).length > 0 && { variants }),
  };
}

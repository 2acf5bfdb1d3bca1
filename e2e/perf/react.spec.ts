import { inReact } from '../../bench/visit/served-subjects.ts';
import { desktop, VisitedPage } from '../../bench/visit/visited-page.ts';
import { startBenchSite } from '../../bench/widget/bench-site.ts';
import type { Subject } from '../../bench/widget/subject.ts';
import { costLimits } from '../../build/cost-limits.ts';
import { expect, test } from '../support/perf-site.ts';

// A published module that a page's bundler divides again costs a request for each part.
test("a chat in a React application's own bundle adds as few requests and bytes as build/cost-limits.ts allows", async ({
  browser,
}) => {
  const [application, withChat] = await inReact(test.info().outputPath('react'));
  const site = await startBenchSite([application, withChat]);
  const trafficOf = async (subject: Subject, use: (visited: VisitedPage) => Promise<void>) => {
    const visited = await VisitedPage.open(browser, site, subject, desktop);
    await visited.page.evaluate(() => bench.bubble());
    await use(visited);
    const traffic = await visited.traffic();
    await visited.close();
    return traffic;
  };
  try {
    const before = await trafficOf(application, async () => {});
    const after = await trafficOf(withChat, async (visited) => {
      const answered = visited.page.evaluate(() => bench.afterPress('hello'));
      const { hosts, bubble } = withChat.controls;
      await visited.press([...hosts, bubble].join(' '));
      await answered;
    });
    expect(after.requests - before.requests).toBeLessThanOrEqual(costLimits.react.requests);
    expect(after.kilobytes - before.kilobytes).toBeLessThanOrEqual(costLimits.react.kilobytes);
  } finally {
    await site.stop();
  }
});

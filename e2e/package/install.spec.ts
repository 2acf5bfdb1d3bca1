import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { useOnePage as leaveLead } from '../support/example-journey.ts';
import { startStack } from '../support/start-stack.ts';
import { UserProject } from './user-project.ts';

const typescript5 = { typescript: '5.9.3' };
const react = { vite: '8.3.8', '@vitejs/plugin-react': '6.3.0' };
const vue = { ...typescript5, vite: '8.3.8', '@vitejs/plugin-vue': '6.0.11', 'vue-tsc': '3.3.14' };

/** Exact versions, so a new release of a dependency does not affect the tests of the package. */
const projects = [
  {
    name: 'React 18',
    example: 'react',
    phone: '(415) 555-2601',
    packages: {
      ...react,
      ...typescript5,
      ...{ react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.9', '@types/react-dom': '18.3.7' },
    },
  },
  {
    name: 'React 19',
    example: 'react',
    phone: '(415) 555-2602',
    packages: {
      ...react,
      ...{ react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.0', '@types/react-dom': '19.3.0' },
      typescript: '7.0.2',
    },
  },
  { name: 'Vue 3.5', example: 'vue', phone: '(415) 555-2603', packages: { ...vue, vue: '3.5.45' } },
  { name: 'Vue 3.4, the oldest', example: 'vue', phone: '(415) 555-2604', packages: { ...vue, vue: '3.4.0' } },
];

for (const { name, example, phone, packages } of projects) {
  test(`a new Vite project with ${name} installs the package, type-checks, builds, and collects a lead`, async ({
    page,
  }) => {
    const project = await UserProject.create({ example, packages });
    const root = join(project.folder, 'dist');
    const program = [join(project.folder, 'node_modules/.bin/leadchat')];
    try {
      await project.take('entries.ts');
      if (example === 'vue') await project.take('TypedChat.vue');
      await project.checkTypes(example === 'vue' ? 'vue-tsc' : 'tsc');
      const { stack, stop } = await startStack({ root, program });
      try {
        await project.run('npx', ['vite', 'build'], { VITE_LEADCHAT_PROXY: stack.proxy.url });
        await leaveLead(page, { stack, url: stack.site, phone });
      } finally {
        await stop();
      }
    } finally {
      await project.remove();
    }
  });
}

test('a page that installs the package gets no server and no database driver', async () => {
  const project = await UserProject.create({});
  try {
    const { packages } = JSON.parse(await readFile(join(project.folder, 'package-lock.json'), 'utf8'));
    const installed = Object.keys(packages).filter(
      (path) => path.startsWith('node_modules/') && !packages[path].optional,
    );
    expect(installed).toEqual(['node_modules/@preact/signals-core', 'node_modules/leadchat', 'node_modules/zod']);
  } finally {
    await project.remove();
  }
});

test('an editor shows the description and the default of an option', async () => {
  const project = await UserProject.create({
    example: 'react',
    packages: { ...typescript5, '@types/react': '19.3.0' },
  });
  try {
    await project.take('hover.ts');
    await project.take('editor.js');
    const shown = JSON.parse(await project.run('node', ['src/editor.js', 'src/hover.ts']));
    expect(shown).toEqual([
      ['resumeDays', expect.stringContaining('how many days a conversation can be resumed'), '30'],
      ['everyHours', expect.stringContaining('Hours until'), expect.stringContaining('24')],
      ['theme', expect.stringContaining('follows the visitor'), '"auto"'],
      ['offset', expect.stringContaining('in pixels'), '20'],
      ['minFillMs', expect.stringContaining('in milliseconds'), '1500'],
    ]);
  } finally {
    await project.remove();
  }
});

test('the installed command prints its help, and its demo needs no build', async () => {
  const project = await UserProject.create({});
  try {
    expect(await project.run('npx', ['leadchat', '--help'])).toContain('Usage: leadchat <command>');
    const manifest = JSON.parse(await readFile(join(project.folder, 'node_modules/leadchat/package.json'), 'utf8'));
    expect(manifest.private).toBeUndefined();
    const demo = project.start('npx', ['leadchat', 'demo', '--json', '--port', '0']);
    const { site, proxy, sandbox } = JSON.parse(await demo.firstLine);
    expect(await (await fetch(site)).text()).toContain(`${proxy}/leadchat.js`);
    expect((await fetch(`${proxy}/leadchat.js`)).status).toBe(200);
    expect((await fetch(`${proxy}/admin`)).status).toBe(200);
    expect(await (await fetch(sandbox)).text()).toContain('<html');
    await project.write('leadchat.config.json', {
      service: {
        baseUrl: `${sandbox}/v1`,
        hooksUrl: sandbox,
        wssUrl: sandbox.replace(/^http/, 'ws'),
        apiKey: 'sandbox-key',
      },
      flowId: 'f1000000-0000-4000-8000-000000000001',
      origins: ['https://www.example.com'],
    });
    const doctor = JSON.parse(await project.run('npx', ['leadchat', 'doctor', '--json']));
    expect(doctor.ok).toBe(true);
    const snippet = await project.run('npx', ['leadchat', 'snippet', '--proxy', proxy]);
    expect(snippet).toContain('integrity="sha384-');
    await demo.stop();
  } finally {
    await project.remove();
  }
});

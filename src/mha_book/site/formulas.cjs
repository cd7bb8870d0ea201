// Sets formulas with MathJax: a JSON object per line in, one per line out.
const { createInterface } = require("node:readline");

const [folder] = process.argv.slice(2);
const load = ["input/tex-base", "[tex]/ams", "output/svg", "adaptors/liteDOM"];

require(`${folder}/node-main.js`)
  .init({
    loader: { paths: { mathjax: folder }, load, require },
    startup: { typeset: false },
    svg: { fontCache: "none" }, // no names that two formulas of a page could share
    tex: {
      packages: ["base", "ams"], // without the one that sets unknown commands in red
      formatError: (jax, error) => {
        throw error;
      },
    },
  })
  .then((MathJax) => {
    const { adaptor } = MathJax.startup;
    const set = ({ tex, display }) => {
      const drawing = adaptor.firstChild(MathJax.tex2svg(tex, { display }));
      return { svg: adaptor.outerHTML(drawing), mathml: MathJax.tex2mml(tex, { display }) };
    };
    createInterface({ input: process.stdin }).on("line", (line) => {
      let answer;
      try {
        answer = set(JSON.parse(line));
      } catch (error) {
        answer = { error: error.message };
      }
      console.log(JSON.stringify(answer));
    });
  });

/** Nothing but what TypeScript, styles and the page's address need: no setting is for the packages. */
export default {
  mode: 'production',
  entry: './main.tsx',
  output: { publicPath: '/', clean: true },
  performance: { hints: false },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        use: {
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              target: 'es2022',
            },
          },
        },
      },
      { test: /\.css$/, use: ['style-loader', 'css-loader'] },
    ],
  },
};
